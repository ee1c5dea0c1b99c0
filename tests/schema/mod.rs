//! As much of JSON Schema as the protocol's schema uses.

use serde_json::Value;

pub struct Schema(Value);

impl Schema {
    pub fn new(text: &str) -> Schema {
        Schema(serde_json::from_str(text).unwrap())
    }

    /// Whether a value is what a definition says; else why not.
    pub fn check(&self, name: &str, value: &Value) -> Result<(), String> {
        self.fits(&self.0["$defs"][name], value).map_err(|why| format!("no {name}: {why}"))
    }

    fn fits(&self, schema: &Value, value: &Value) -> Result<(), String> {
        let fail = |why: String| Err(format!("{value} {why}"));
        for (key, rule) in schema.as_object().ok_or("a schema is no object")? {
            match key.as_str() {
                "$ref" => {
                    let name = rule.as_str().unwrap().rsplit('/').next().unwrap();
                    self.fits(&self.0["$defs"][name], value)?;
                }
                "type" => {
                    let fits = match rule.as_str().unwrap() {
                        "object" => value.is_object(),
                        "array" => value.is_array(),
                        "string" => value.is_string(),
                        "integer" => value.is_i64() || value.is_u64(),
                        "boolean" => value.is_boolean(),
                        "null" => value.is_null(),
                        other => return Err(format!("unknown type {other}")),
                    };
                    if !fits {
                        return fail(format!("is no {rule}"));
                    }
                }
                "const" if value != rule => return fail(format!("is not {rule}")),
                "enum" if !rule.as_array().unwrap().contains(value) => {
                    return fail(format!("is not of {rule}"));
                }
                "minimum" if value.as_i64() < rule.as_i64() => return fail(format!("is below {rule}")),
                "maximum" if value.as_i64() > rule.as_i64() => return fail(format!("is above {rule}")),
                "maxLength"
                    if value.as_str().is_some_and(|text| text.len() as u64 > rule.as_u64().unwrap()) =>
                {
                    return fail(format!("is longer than {rule}"));
                }
                // The only pattern there is: a unit, an @ and a number.
                "pattern" if !value.as_str().is_some_and(|text| text.contains('@')) => {
                    return fail(format!("does not match {rule}"));
                }
                "minProperties" | "maxProperties"
                    if value.as_object().is_none_or(|fields| fields.len() != 1) =>
                {
                    return fail("has not one property".to_owned());
                }
                "description"
                | "required"
                | "additionalProperties"
                | "const"
                | "enum"
                | "minimum"
                | "maximum"
                | "maxLength"
                | "pattern"
                | "minProperties"
                | "maxProperties" => {}
                "items" => {
                    for item in value.as_array().into_iter().flatten() {
                        self.fits(rule, item)?;
                    }
                }
                "properties" => self.properties(schema, rule, value)?,
                "oneOf" | "anyOf" => {
                    let tried: Vec<_> =
                        rule.as_array().unwrap().iter().map(|one| self.fits(one, value)).collect();
                    let fitting = tried.iter().filter(|one| one.is_ok()).count();
                    if fitting == 0 || (key == "oneOf" && fitting > 1) {
                        return fail(format!("fits {fitting} of {key}: {tried:?}"));
                    }
                }
                other => return Err(format!("the schema uses {other}, which this test does not know")),
            }
        }
        Ok(())
    }

    fn properties(&self, schema: &Value, rule: &Value, value: &Value) -> Result<(), String> {
        let fields = value.as_object().ok_or("no object")?;
        for required in schema["required"].as_array().into_iter().flatten() {
            if !fields.contains_key(required.as_str().unwrap()) {
                return Err(format!("{value} lacks {required}"));
            }
        }
        for (name, field) in fields {
            match rule.get(name) {
                Some(rule) => self.fits(rule, field).map_err(|why| format!("{name}: {why}"))?,
                None if schema["additionalProperties"] == false => {
                    return Err(format!("{name} is not known"));
                }
                None => {}
            }
        }
        Ok(())
    }
}
